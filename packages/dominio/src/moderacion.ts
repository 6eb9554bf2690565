export { esFragmento, moderar } from './moderacion/moderar.ts'
