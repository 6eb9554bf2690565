import { comun } from '@maestros/dominio/textos'

/**
 * Runs before everything else, in any browser, so it uses only what every browser knows. It marks the page when the
 * browser is older than the ones that we support (README): Safari before 16.4 has no adoptedStyleSheets, Chrome before
 * 100 no throwIfAborted. It also marks the page
 * when a script of its own cannot be loaded; a page with a form says that itself (ui/fields/early-submit.ts).
 */
export const OLD_BROWSER_SCRIPT = import.meta.env.SSR
  ? `(function (d) {
var html = d.documentElement
if (!('noModule' in d.createElement('script') && 'adoptedStyleSheets' in d && window.AbortSignal && 'throwIfAborted' in AbortSignal.prototype)) html.setAttribute('data-carga', 'navegador')
window.addEventListener('error', function (event) {
var target = event.target
if (target && (target.nodeName === 'SCRIPT' || target.rel === 'modulepreload') && !window.__reactRouterDataRouter && !d.querySelector('form') && !html.hasAttribute('data-carga')) html.setAttribute('data-carga', 'fallida')
}, true)
d.addEventListener('click', function (event) {
if (event.target.className === 'load-again') location.reload()
})
})(document)`
  : ''

/** Prerendered, and hidden by the stylesheet until the script above marks the page. */
export function CheckedBrowser() {
  return (
    <>
      <p className="load-notice load-notice-browser" role="alert">
        {comun.navegadorAntiguo}
      </p>
      <p className="load-notice load-notice-failed" role="alert">
        {comun.cargaFallida}{' '}
        <button type="button" className="load-again">
          {comun.formulario.reload}
        </button>
      </p>
    </>
  )
}
