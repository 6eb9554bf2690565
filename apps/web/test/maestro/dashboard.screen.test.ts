import { cambiarDisponibilidad } from '@maestros/contrato/maestro/cambiar-disponibilidad'
import { panelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { diaDentroDe } from '@maestros/dominio/maestro/disponibilidad'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { panel } from '../setup/rows/maestro.ts'
import { LUIS } from '../setup/rows/people.ts'
import { answer, callsOf, held, LOST, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

const FAILED = 'No pudimos guardar tu disponibilidad. Inténtalo de nuevo.'

test('a slow answer shows the shape of the dashboard meanwhile, which makes one call for its figures and one to count them again', async () => {
  const slow = held<ReturnType<typeof panel>>()
  answer(panelMaestro, slow.reply)
  open('/dashboard-maestro', { as: LUIS })
  await expect.element(page.getByText('Cargando tu dashboard…')).toBeInTheDocument()
  expect(document.querySelector('main .animate-pulse')).not.toBeNull()
  slow.release(panel())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Hola, Luis')
  await expect.poll(() => callsOf('update_maestro_stats')).toHaveLength(1)
  expect(callsOf('panel-maestro')).toHaveLength(1)
})

test('a long name and large figures fit every width, and the cards stand in pairs on a tablet', async () => {
  const dias = panel().dias.map((dia, at) => ({
    ...dia,
    visitas: (at * 7919) % 2345,
    contactos: (at * 31) % 9,
  }))
  const sum = (key: 'visitas' | 'contactos') => dias.slice(-30).reduce((all, dia) => all + dia[key], 0)
  answer(
    panelMaestro,
    panel({
      nombre: 'Maximilianoalejandrojosefranciscodeasisxx',
      dias,
      visitas_ultimos_30_dias: sum('visitas'),
      contactos_ultimos_30_dias: sum('contactos'),
    }),
  )
  open('/dashboard-maestro', { as: LUIS })
  await expect.poll(() => document.querySelectorAll('[data-bar]').length).toBe(60)
  const box = (name: string) => page.getByRole('heading', { name }).element().getBoundingClientRect()
  for (const width of [1280, 768, 640, 360, 320]) {
    await page.viewport(width, 860)
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(innerWidth)
    // On a tablet their titles are on one line. On a wide window profile and conversations stand below the figures.
    if (width === 768) expect(Math.abs(box('Tu nivel').top - box('Disponibilidad').top)).toBeLessThan(2)
    if (width === 1280) expect(box('Conversaciones').left).toBeLessThan(box('Disponibilidad').left)
  }
})

test('a failed change of the availability is said beside the switch, which shows what the server has, and after its dialog was closed', async () => {
  answer(cambiarDisponibilidad, odd(500))
  open('/dashboard-maestro', { as: LUIS })
  const card = page.getByRole('region', { name: 'Disponibilidad' })
  const onOff = card.getByRole('switch', { name: /^Disponible hoy/ })
  await onOff.click()
  await expect.element(card.getByText(FAILED)).toBeVisible()
  await expect.element(onOff).not.toBeChecked()

  // The server has changed it, and the answer is lost.
  answer(cambiarDisponibilidad, LOST)
  answer(
    panelMaestro,
    panel({ disponibilidad: { disponible_el: diaDentroDe(0, new Date()), pausa_hasta: null } }),
  )
  await onOff.click()
  await expect.element(card.getByText(/con la marca «Disponible hoy» hasta la medianoche/)).toBeVisible()
  await expect.element(card.getByText(FAILED)).not.toBeInTheDocument()

  const slow = held<never>()
  answer(cambiarDisponibilidad, slow.reply)
  await card.getByRole('button', { name: 'Ponerme en pausa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ponerme en pausa' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  slow.release(LOST)
  await expect.element(page.getByRole('region', { name: 'Avisos' }).getByText(FAILED)).toBeVisible()
})
