import { z } from 'zod'

/** The messages between the server and its SMTP process. */

export const Order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    url: z.string(),
    from: z.string(),
    /** The folder and the first part of the name of the log. */
    folder: z.string(),
    logName: z.string(),
  }),
  z.object({
    kind: z.literal('send'),
    id: z.int(),
    messageId: z.string(),
    mail: z.object({
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      replyTo: z.string().optional(),
      unsubscribe: z.string().optional(),
    }),
  }),
])
export type Order = z.infer<typeof Order>

export const Report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sent'), id: z.int() }),
  z.object({
    kind: z.literal('failed'),
    id: z.int(),
    message: z.string(),
    /** The SMTP command that failed and the reply of the server, when there was one. */
    command: z.string().optional(),
    responseCode: z.number().optional(),
  }),
  z.object({ kind: z.literal('idle-error'), message: z.string() }),
  /** The log of accepted e-mails could not be written. */
  z.object({ kind: z.literal('not-recorded'), message: z.string() }),
])
export type Report = z.infer<typeof Report>
