/** The oldest browsers that we support (README); e2e/engines/oldest-browsers.spec.ts checks what is built. */
export const OLDEST = ['chrome100', 'safari16.4', 'ios16.4', 'firefox140']
