/** Only for the prerendered page; empty in the browser (see onlyPrerendered in vite.config.ts). */
export { default } from './terms-text.tsx'
