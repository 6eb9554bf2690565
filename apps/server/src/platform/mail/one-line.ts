/** For a name that goes into headers and lists: line breaks and other control characters become spaces. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
