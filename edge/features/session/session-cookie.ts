import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { schemeOf } from '../../http/scheme.ts'

/** One cookie per till: two tills in one browser do not sign each other out. */
const nameFor = (tillId: string): string => `counterfoil-session-${tillId}`

const optionsFor = (c: Context) =>
  ({ path: TILL_API, httpOnly: true, sameSite: 'Strict', secure: schemeOf(c) === 'https' }) as const

export function readToken(c: Context, tillId: string): string | undefined {
  return getCookie(c, nameFor(tillId))
}

export function writeToken(c: Context, tillId: string, token: string): void {
  setCookie(c, nameFor(tillId), token, optionsFor(c))
}

export function forgetToken(c: Context, tillId: string): void {
  deleteCookie(c, nameFor(tillId), optionsFor(c))
}
