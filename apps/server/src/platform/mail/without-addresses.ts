/** A mail server repeats the recipient in its reply. The lengths are those of RFC 5321. */
const ADDRESS = /[^\s<>@"'(),;:]{1,64}@[^\s<>@"'(),;:]{1,255}/g

/** The reply of a mail server for the log and for failed jobs, which stay after an account is erased. */
export const withoutAddresses = (reply: string): string => reply.replace(ADDRESS, '‹correo›')
