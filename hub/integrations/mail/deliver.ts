import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { type Letter, renderLetter } from './letter.ts'

interface Sender {
  address: string
  name: string
}

/** Destination for outgoing mail. */
export type MailServer =
  | {
      kind: 'smtp'
      host: string
      port: number
      tls: 'None' | 'StartTls' | 'Tls'
      user: string | null
      password: string | null
      from: Sender
    }
  | {
      kind: 'folder'
      dir: string
      announce: ((mail: AnnouncedMail) => void) | undefined
      from: Sender
    }

export interface AddressedLetter {
  /**
   * Stable id of the mail, from which the Message-ID is derived. Mail programs thus recognize a retry as the
   * same mail.
   */
  id: string
  to: string
  language: 'en' | 'ru'
  letter: Letter
}

/** Thrown when the server has permanently refused the mail (SMTP 5xx), so that a retry is pointless. */
export class MailRefused extends Error {}

const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Delivers a mail. Throws `MailRefused`, or another error after a transient failure. */
export async function deliver(
  server: MailServer,
  { id, to, language, letter }: AddressedLetter,
): Promise<void> {
  const message: SendMailOptions = {
    from: server.from,
    // Passed as an object, because a string would be parsed and could contain a second address.
    to: { address: to, name: '' },
    messageId: `<${id}@${server.from.address.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...renderLetter(letter, language),
    // Mails must not read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (server.kind === 'folder') {
    const file = await writeMail(server.dir, id, message)
    server.announce?.({
      to,
      subject: letter.subject,
      file,
      link: 'action' in letter ? letter.action?.url : undefined,
    })
    return
  }
  const transport = openTransport(server, PATIENCE)
  try {
    await transport.sendMail(message)
  } catch (error) {
    throw isForGood(error) ? new MailRefused((error as Error).message, { cause: error }) : error
  } finally {
    transport.close()
  }
}

/**
 * Connects and signs in to the mail server without sending a mail. Throws when the server does not accept
 * mails. `withinMs` limits each step.
 */
export async function greet(server: MailServer, withinMs: number): Promise<void> {
  if (server.kind === 'folder') return
  const patience = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs }
  const transport = openTransport(server, patience)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function openTransport(
  { host, port, tls, user, password }: Extract<MailServer, { kind: 'smtp' }>,
  patience: typeof PATIENCE,
) {
  return createTransport({
    host,
    port,
    ...patience,
    secure: tls === 'Tls',
    requireTLS: tls === 'StartTls',
    ignoreTLS: tls === 'None',
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
  })
}

/**
 * True when the recipient or the content was refused. A refused login or sender is a configuration error,
 * which can be fixed.
 */
function isForGood(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 0,
  } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  const isOfMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
  return isOfMail && responseCode >= 500
}

async function writeMail(dir: string, id: string, message: SendMailOptions): Promise<string> {
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, `${id}.eml`)
  await writeFile(file, bytes as Buffer, { mode: 0o600 })
  return file
}
