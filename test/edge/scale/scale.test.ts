import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { ContinuousScale, NO_SCALE } from '#edge/devices/scales/scale.ts'
import { until } from '#test/support/until.ts'

/** Emulates a scale connected by a socket. */
async function emulateScale() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    address: { host: '127.0.0.1', port },
    readers: () => sockets.size,
    send: (text: string) => {
      for (const socket of sockets) socket.write(text)
    },
    drop: () => {
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function heldClock() {
  let now = Date.parse('2026-03-02T09:00:00Z')
  return {
    clock: { now: () => new Date(now), monotonicMs: () => now } as never,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('reads the weight of the scale, even when a line arrives in pieces', async () => {
  await using emulator = await emulateScale()
  const { clock } = heldClock()
  const scale = new ContinuousScale(emulator.address, clock)
  expect(scale.read()).toEqual({ state: 'silent', weight: null })
  await until('it is connected', () => emulator.readers() === 1)
  emulator.send('US,GS,+  1.1')
  emulator.send('00kg\r\nnonsense\r\n')
  await until('it moves', () => scale.read().state === 'moving')
  expect(scale.read().weight).toBe(1.1)
  emulator.send('ST,GS,+  1.250kg\r\n')
  await until('it is steady', () => scale.read().state === 'stable')
  expect(scale.read()).toEqual({ state: 'stable', weight: 1.25 })
  emulator.send('OL\r\n')
  await until('it has too much', () => scale.read().state === 'overload')
  expect(scale.read().weight).toBeNull()
  scale.close()
})

it('discards a stale weight, and reconnects after a lost connection', async () => {
  await using emulator = await emulateScale()
  const { clock, pass } = heldClock()
  const scale = new ContinuousScale(emulator.address, clock)
  scale.read()
  await until('it is connected', () => emulator.readers() === 1)
  emulator.send('S S      1.250 kg\r\n')
  await until('it is steady', () => scale.read().state === 'stable')
  pass(2_000)
  expect(scale.read().state).toBe('silent')
  emulator.drop()
  await until('it is connected again and steady', () => {
    emulator.send('S S      0.500 kg\r\n')
    return scale.read().weight === 0.5
  })
  scale.close()
  await until('it is let go of', () => emulator.readers() === 0)
})

it('reports an unreachable or a missing scale without an error', async () => {
  const { clock } = heldClock()
  const scale = new ContinuousScale({ path: '/nowhere/at-all' }, clock)
  expect(scale.read().state).toBe('silent')
  await new Promise((resolve) => setImmediate(resolve))
  expect(scale.read().state).toBe('silent')
  scale.close()
  expect(NO_SCALE.read()).toEqual({ state: 'absent', weight: null })
})
