import type { AnnouncedMail } from '#hub/config/config.ts'

/** Configuration of outgoing mail of the hub process (hub.ts). */
export interface MailConfig {
  /** Development only: mails become files in this folder, and nothing is sent. */
  dir: string | undefined
  /** Development only: announces a mail to the user at the terminal. */
  announce: ((mail: AnnouncedMail) => void) | undefined
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  /** Address that the hub listens on. */
  ownUrl: string
  /** Key for the tokens of links (link-token.ts). */
  linkKey: Buffer
}
