import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { enrolDevice, parseDownload } from '#test/support/device.ts'
import { signUp, startTestHub } from '#test/support/hub.ts'

describe('shutdown of a hub', () => {
  it('responds to a waiting till before it stops', async () => {
    await using door = await startTestHub()
    const { credentials, ...device } = await enrolDevice(door, await signUp(door))
    const { footer } = await device.download()
    const form = { grant_type: 'client_credentials', ...credentials }
    const signedIn = await fetch(`${door.hub.url}/~/connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const { access_token: token } = (await signedIn.json()) as { access_token: string }
    const ask = () =>
      fetch(`${door.hub.url}/api/pos/v1/sync?cursor=${footer.cursor}&wait=25`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    const waiting = ask().then((response) => response.text())
    await expect.poll(() => fetch(`${door.hub.url}/healthz`).then((response) => response.status)).toBe(200)
    const stopped = door.hub.stop()
    expect(parseDownload(await waiting).footer.end).toBe(true)
    await stopped
    await expect(ask()).rejects.toThrow()
  })

  it('stops even while a request has arrived only in part', async () => {
    await using door = await startTestHub()
    const { port } = new URL(door.hub.url)
    const socket = connect(Number(port), '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined).resume()
    socket.write(
      'POST /api/auth/signup HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    )
    await expect.poll(() => fetch(`${door.hub.url}/healthz`).then((response) => response.status)).toBe(200)
    await door.hub.stop()
    await closed
  })

  it('reports that it is not ready and closes connections while it stops', async () => {
    await using door = await startTestHub()
    const stopped = door.hub.stop()
    const answer = await door.hub.request('/readyz')
    expect([answer.status, answer.headers.get('Connection')]).toEqual([503, 'close'])
    await stopped
  })
})
