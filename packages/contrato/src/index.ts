/** What several functions share. Each function's own contract is imported by its path: SUBJECT/NAME. */

export * from './chat/mensaje.ts'
export * from './contract.ts'
export * from './errores.ts'
export * from './request.ts'
export * from './vivo.ts'
