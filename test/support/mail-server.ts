import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { ApiClient } from './hub.ts'
import { until } from './until.ts'

interface Behaviour {
  /** Hook that can throw the error response to RCPT TO. */
  onRecipient?: (address: string) => void
  /** Hook that can throw the error response to the mail data. */
  onData?: () => void
  user?: { name: string; password: string }
  port?: number
}

/** Returns an SMTP error response with a code such as 550 or 451. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A mail server on a free port, with the mails that it has accepted. */
export class MailServer implements AsyncDisposable {
  /** All accepted mails except `proofs`. */
  readonly mails: ParsedMail[]
  /** Mails with a verification link, which each sign-up sends. */
  readonly proofs: ParsedMail[]
  readonly #server: SMTPServer
  readonly port: number

  private constructor(server: SMTPServer, taken: Pick<MailServer, 'mails' | 'proofs'>, port: number) {
    this.#server = server
    this.mails = taken.mails
    this.proofs = taken.proofs
    this.port = port
  }

  static async start({ onRecipient, onData, user, port = 0 }: Behaviour = {}): Promise<MailServer> {
    const taken = { mails: [] as ParsedMail[], proofs: [] as ParsedMail[] }
    const server = new SMTPServer({
      disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      authOptional: !user,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === user?.name && password === user?.password
          ? done(null, { user: username })
          : done(smtpError(535, 'wrong user or password')),
      onRcptTo: ({ address }, _session, done) => answer(done, () => onRecipient?.(address)),
      onData: (stream, _session, done) => {
        simpleParser(stream).then(
          (mail) =>
            answer(done, () => {
              onData?.()
              const isProof = mail.text?.includes('/confirm-address#token=')
              taken[isProof ? 'proofs' : 'mails'].push(mail)
            }),
          done,
        )
      },
    })
    server.on('error', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return new MailServer(server, taken, (server.server.address() as AddressInfo).port)
  }

  /** Resolves with the mails to the address once at least `atLeast` have arrived. */
  mailsTo = (address: string, atLeast = 1): Promise<ParsedMail[]> => find(this.mails, address, atLeast)

  /** Resolves with the verification mails to the address once at least `atLeast` have arrived. */
  proofsTo = (address: string, atLeast = 1): Promise<ParsedMail[]> => find(this.proofs, address, atLeast)

  stop(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()))
  }

  [Symbol.asyncDispose] = (): Promise<void> => this.stop()
}

function find(mails: readonly ParsedMail[], address: string, atLeast: number): Promise<ParsedMail[]> {
  const found = () => mails.filter(({ to }) => [to].flat().some((each) => each?.text === address))
  return until(`${atLeast} mails to ${address}`, () => found().length >= atLeast && found())
}

function answer(done: (error?: Error) => void, work: () => void): void {
  try {
    work()
    done()
  } catch (error) {
    done(error as Error)
  }
}

/** Returns the token in the link of a mail. Throws unless its text and HTML contain the same link. */
export function tokenIn(mail: ParsedMail): string {
  const [inText] = mail.text?.match(/#token=[\w-]+/) ?? []
  if (!inText || !(mail.html || '').includes(inText)) throw new Error(`no link in ${mail.text}`)
  return inText.slice('#token='.length)
}

const SETTINGS = '/api/super-admin/platform-settings'

/**
 * Makes the hub send mail through the server. Links begin with `publicUrl`, or with the hub's PUBLIC_URL by
 * default.
 */
export async function mailThrough(
  admin: ApiClient,
  { port }: { port: number },
  { publicUrl = null, ...mail }: { publicUrl?: string | null; user?: string; password?: string } = {},
): Promise<void> {
  const { body } = await admin.get(SETTINGS)
  const server = { host: '127.0.0.1', port, tls: 'None', fromAddress: 'shop@hub.test', fromName: 'The "Hub"' }
  const answer = await admin.put(SETTINGS, { ...body, publicUrl, mail: { ...server, ...mail } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}
