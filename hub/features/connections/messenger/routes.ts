import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import {
  BIND_MESSENGER,
  MESSENGER_STATUS,
  TEST_MESSENGER,
  UNBIND_MESSENGER,
} from '#shared/contracts/organization/messenger.ts'
import { bindMessenger, queueTest, readStatus, unbindMessenger } from './binding.ts'

const tag = 'Organization: messenger'
const ofWhoChanges = { may: 'organization.update', stores: 'all', tag } as const

export const messengerRoutes = area(
  getRoute({
    ...MESSENGER_STATUS,
    may: 'organization.view',
    stores: 'all',
    tag,
    summary: 'Get the chat for notices and their settings',
    read: (tx) => readStatus(tx),
    present: (status) => status,
  }),
  actionRoute({
    ...ofWhoChanges,
    ...BIND_MESSENGER,
    provedAddress: true,
    summary: 'Set the notices for a chat; without a chat, get the link that binds one',
    description:
      'The link is valid for 15 minutes and for one chat. To bind another chat remove the binding first.',
    isAnswerSecret: true,
    command: (tx, { body, actor }) => bindMessenger(tx, body, actor),
    present: (bound) => bound,
  }),
  actionRoute({
    ...ofWhoChanges,
    ...UNBIND_MESSENGER,
    summary: 'Remove the binding: the chat gets no more notices',
    command: (tx) => unbindMessenger(tx),
  }),
  actionRoute({
    ...ofWhoChanges,
    ...TEST_MESSENGER,
    summary: 'Send a test notice to the chat',
    command: (tx) => queueTest(tx),
  }),
)
