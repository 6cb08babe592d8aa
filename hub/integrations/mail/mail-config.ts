import type { AnnouncedMail } from '#hub/config/config.ts'

/** Configuration of outgoing mail (hub.ts). */
export interface MailConfig {
  /** Folder in which mails are stored instead of being sent. Development only. */
  dir: string | undefined
  /** Announces a mail to the user at the terminal. Development only. */
  announce: ((mail: AnnouncedMail) => void) | undefined
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  /** Address on which the hub listens. */
  ownUrl: string
  /** Key for link tokens (link-token.ts). */
  linkKey: Buffer
}
