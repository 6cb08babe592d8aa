import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Agent, type AgentState } from '#desktop/main/agent.ts'
import { asUtilityProcess, StandInProcess } from './electron-stand-in.ts'
import { HealthServer } from './health-server.ts'

const QUICK = { answeringPollMs: 10, silentPollMs: 10, firstCoolDownMs: 20, longestCoolDownMs: 50 }

/** Watches an agent, and records its states and the processes that are started. */
function watch(port: number, options: { startsAgent?: boolean; hungMs?: number } = {}) {
  const states: AgentState[] = []
  const started: StandInProcess[] = []
  const agent = new Agent({
    url: `http://127.0.0.1:${port}`,
    startsAgent: options.startsAgent ?? true,
    fork: () => {
      const process = new StandInProcess('main.ts', {})
      started.push(process)
      return asUtilityProcess(process)
    },
    onState: (state) => states.push(state),
    log: pino({ level: 'silent' }),
    timing: { ...QUICK, hungMs: options.hungMs ?? 60_000 },
  })
  const stop = new AbortController()
  const running = agent.run(stop.signal)
  const end = async () => {
    stop.abort()
    await running
  }
  onTestFinished(end)
  return { states, started, end }
}

describe('the agent started by the desktop application', () => {
  it('uses a running agent instead of starting one', async () => {
    await using service = await HealthServer.start()
    const { states, started } = watch(service.port)
    await expect.poll(() => states).toEqual(['answering'])
    expect(started).toHaveLength(0)
  })

  it('starts an agent when none responds', async () => {
    const port = await HealthServer.freePort()
    const { states, started, end } = watch(port)
    await expect.poll(() => started.length).toBe(1)
    await using _agent = await HealthServer.start(undefined, port)
    await expect.poll(() => states).toEqual(['starting', 'answering'])
    await end()
    expect(started[0]?.killed).toBe(true)
  })

  it('restarts the agent whenever it exits', async () => {
    const { states, started } = watch(await HealthServer.freePort())
    for (const deaths of [1, 2, 3]) {
      await expect.poll(() => started.length).toBe(deaths)
      started.at(-1)?.emit('exit', 1)
    }
    await expect.poll(() => states).toEqual(['starting', 'silent'])
    await expect.poll(() => started.length).toBe(4)
  })

  it('waits for a cool-down before it restarts the agent', async () => {
    const { started } = watch(await HealthServer.freePort())
    await expect.poll(() => started.length).toBe(1)
    const diedAt = performance.now()
    started[0]?.emit('exit', 1)
    await vi.waitUntil(() => started.length === 2, { interval: 1 })
    expect(performance.now() - diedAt).toBeGreaterThanOrEqual(QUICK.firstCoolDownMs / 2 - 1)
  })

  it('kills and restarts an agent that hangs', async () => {
    const { started } = watch(await HealthServer.freePort(), { hungMs: 30 })
    await expect.poll(() => started.length).toBe(2)
    expect(started[0]?.killed).toBe(true)
  })

  it('waits for a stopped agent to respond again instead of starting another one', async () => {
    const service = await HealthServer.start()
    const { states, started } = watch(service.port)
    await expect.poll(() => states).toEqual(['answering'])
    await service[Symbol.asyncDispose]()
    await expect.poll(() => states).toEqual(['answering', 'silent'])
    await using _again = await HealthServer.start(undefined, service.port)
    await expect.poll(() => states).toEqual(['answering', 'silent', 'answering'])
    expect(started).toHaveLength(0)
  })

  it('never starts an agent that runs as a service', async () => {
    const { states, started } = watch(await HealthServer.freePort(), { startsAgent: false })
    await expect.poll(() => states).toEqual(['silent'])
    expect(started).toHaveLength(0)
  })

  it('does not mistake another program on the port for the agent', async () => {
    await using stranger = await HealthServer.start({ hello: 'world' })
    const { states, started } = watch(stranger.port)
    await expect.poll(() => started.length).toBe(1)
    expect(states).toEqual(['starting'])
  })
})
