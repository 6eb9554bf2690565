export const notADefinition = 1
