import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { Enrolment, EnrolmentRequest } from './enrolment.ts'
import { RecallAnswer, RecallQuery } from './recall.ts'
import { AgentReport } from './report.ts'
import {
  SNAPSHOT_CONTENT_TYPE,
  SNAPSHOT_HASH_HEADER,
  SNAPSHOT_SIZE_HEADER,
  SnapshotQuery,
} from './snapshot.ts'
import { Directive, UPLOAD_MAX_BYTES, UploadAnswer } from './upload.ts'

const ID = '0198c000-0000-7000-8000-00000000000a'
const NOW = '2026-05-01T09:30:15.250Z'
const long = (length: number): string => 'x'.repeat(length)

type Case = [member: string, fits: unknown[], doesNotFit: unknown[]]

/** Defines tests for the bounds of each member in an otherwise valid message. */
function showsBounds(schema: z.ZodType, message: object, cases: Case[]): void {
  it('accepts the example of a valid message', () => expect(schema.safeParse(message).error).toBeUndefined())
  it.each(cases)('checks the bounds of the message member %s', (member, fits, doesNotFit) => {
    const isOne = (value: unknown) => schema.safeParse({ ...message, [member]: value }).success
    expect(fits.map(isOne)).toEqual(fits.map(() => true))
    expect(doesNotFit.map(isOne)).toEqual(doesNotFit.map(() => false))
  })
}

describe('an enrolment request', () => {
  showsBounds(EnrolmentRequest, { pairingCode: 'ABCD', deviceName: 'till-pc', agentVersion: '1.0.0' }, [
    ['pairingCode', [long(32)], ['', ' ', long(33), undefined]],
    ['deviceName', [long(255)], ['', long(256), undefined]],
    ['agentVersion', [long(50)], ['', long(51), undefined]],
  ])
})

describe('an enrolment', () => {
  const enrolment = {
    organizationId: ID,
    deviceId: ID,
    retailPointId: ID,
    clientId: 'c',
    clientSecret: 's',
    series: 'K7',
  }
  it('defaults an enrolment to one that replaces no device', () => {
    expect(Enrolment.parse(enrolment)).toEqual({ ...enrolment, replacesDeviceId: null })
    expect(Enrolment.parse({ ...enrolment, replacesDeviceId: ID }).replacesDeviceId).toBe(ID)
  })
  it.each(Object.keys(enrolment))('refuses an enrolment without %s', (member) => {
    expect(Enrolment.safeParse({ ...enrolment, [member]: undefined }).success).toBe(false)
  })
})

describe('a request for own sales', () => {
  it('limits a request for the sales of a device to 200 sales by default', () => {
    expect(RecallQuery.parse({})).toEqual({ limit: 200 })
  })
  showsBounds(RecallQuery, {}, [
    ['limit', ['1', '500'], ['0', '501', '1.5', 'x']],
    ['after', [ID], ['x']],
    ['since', [NOW], ['yesterday']],
  ])
})

describe('a response with own sales', () => {
  const item = {
    id: ID,
    seq: 1,
    type: 'sale',
    prevHash: '',
    hash: '',
    body: '{}',
    chain: ID,
    deviceId: ID,
    receivedAt: NOW,
  }
  const withItem = (rest: object) => [{ ...item, ...rest }]
  showsBounds(RecallAnswer, { items: [item], next: null }, [
    ['next', [ID], ['x', undefined]],
    ['items', [[], withItem({ seq: null })], [[{}], withItem({ seq: 0 }), withItem({ chain: undefined })]],
  ])
})

describe('a report of an agent', () => {
  const trouble = { code: long(50), since: NOW, detail: long(500) }
  showsBounds(AgentReport, {}, [
    ['agentVersion', [long(50)], [long(51), null]],
    ['hostName', [long(255)], [long(256), null]],
    ['platform', [long(100)], [long(101), null]],
    ['startedAt', [NOW], ['x', null]],
    ['waiting', [0], [-1, 0.5, null]],
    ['oldestWaitingAt', [NOW, null], ['x']],
    ['clockOffsetMs', [-0.5, null], ['x']],
    ['replicaFreshAt', [NOW, null], ['x']],
    ['productCount', [0], [-1, 0.5]],
    ['diskFreeBytes', [0, null], [-1]],
    ['journalBytes', [0], [-1, null]],
    ['replicaBytes', [0], [-1, null]],
    ['lastBackupAt', [NOW, null], ['x']],
    ['unprinted', [0], [-1, 0.5]],
    [
      'troubles',
      [[], Array(20).fill(trouble)],
      [
        Array(21).fill(trouble),
        [{ ...trouble, code: long(51) }],
        [{ ...trouble, detail: long(501) }],
        [{ ...trouble, since: 'x' }],
      ],
    ],
  ])
})

describe('a request for a snapshot', () => {
  showsBounds(SnapshotQuery, { format: '1' }, [['format', ['99'], ['0', '1.5', 'x', undefined]]])
})

it('keeps the content type and the headers of snapshots that deployed tills depend on', () => {
  expect({ SNAPSHOT_CONTENT_TYPE, SNAPSHOT_HASH_HEADER, SNAPSHOT_SIZE_HEADER }).toEqual({
    SNAPSHOT_CONTENT_TYPE: 'application/vnd.sqlite3+gzip',
    SNAPSHOT_HASH_HEADER: 'X-Snapshot-Sha256',
    SNAPSHOT_SIZE_HEADER: 'X-Snapshot-Size',
  })
})

it('limits an upload batch to half a megabyte', () => {
  expect(UPLOAD_MAX_BYTES).toBe(524_288)
})

describe('a response to an upload', () => {
  const result = { index: 0, id: ID, result: 'accepted', reasons: [{ code: 'a', detail: 'b' }] }
  const outcomes = ['accepted', 'held', 'quarantined', 'duplicate', 'conflict', 'later']
  const answer = { results: [result], custody: [], directives: [], serverTime: NOW }
  showsBounds(UploadAnswer, answer, [
    [
      'results',
      [[], ...outcomes.map((outcome) => [{ ...result, result: outcome }]), [{ ...result, id: null }]],
      [
        [{ ...result, result: 'lost' }],
        [{ ...result, index: 0.5 }],
        [{ ...result, reasons: [{}] }],
        undefined,
      ],
    ],
    ['custody', [[{ chain: ID, watermark: 0, highest: 2, holes: [1] }]], [[{ chain: ID }], undefined]],
    ['directives', [[{ code: 'new_chain', chain: ID, series: 'K7abc' }]], [[{}], undefined]],
    ['serverTime', [NOW], ['x', undefined]],
  ])
  it('accepts directives that are unknown to this agent', () => {
    expect(Directive.parse({ code: 'what_comes_later' })).toEqual({ code: 'what_comes_later' })
  })
})
