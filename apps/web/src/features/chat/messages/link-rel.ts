/** The page that is opened gets neither our address nor access to this window. */
export const REL = 'noopener noreferrer nofollow'
