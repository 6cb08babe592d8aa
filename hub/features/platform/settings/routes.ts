import { area } from '#hub/http/area.ts'
import { languageOf } from '#hub/http/language.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { readSettings } from '#hub/limits/platform-settings.ts'
import { MAINTENANCE_NOTE } from '#shared/contracts/platform/maintenance-note.ts'
import {
  PLATFORM_CHANNELS,
  PLATFORM_SETTINGS,
  PlatformChannels,
  PlatformChannelsUpdate,
  PlatformSettings,
  PlatformSettingsUpdate,
  TEST_SEND,
  UPDATE_PLATFORM_CHANNELS,
  UPDATE_PLATFORM_SETTINGS,
} from '#shared/contracts/platform/settings.ts'
import { presentChannels, readAllChannels, updateChannels } from './channels.ts'
import { presentSettings, updatePlatformSettings } from './settings.ts'
import { testSend } from './test-send.ts'

const may = 'super-admin'
const tag = 'Platform: settings'
const about = { may, tag } as const

const note = route({
  ...MAINTENANCE_NOTE,
  may: 'public',
  tag,
  summary: 'Get the note of the platform to all users, such as a planned downtime',
  description: 'Pages show it, including the sign-in page.',
  answers: { 200: MAINTENANCE_NOTE.answer },
})

const test = route({
  ...about,
  ...TEST_SEND,
  summary: 'Send a real mail to yourself',
  answers: { 200: TEST_SEND.answer },
})

export const platformSettingsRoutes = area(
  getRoute(
    {
      ...about,
      ...PLATFORM_SETTINGS,
      summary: 'Get the rules of the platform',
      read: (tx) => readSettings(tx),
      present: presentSettings,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...about,
      ...UPDATE_PLATFORM_SETTINGS,
      summary: 'Change the rules of the platform',
      body: withoutReadOnly(PlatformSettingsUpdate, PlatformSettings),
      command: (tx, { body }) => updatePlatformSettings(tx, body),
      present: presentSettings,
    },
    PLATFORM,
  ),
  router().openapi(
    route({
      ...about,
      ...PLATFORM_CHANNELS,
      summary: 'Get the public address, mail server and other channels of the platform',
      answers: { 200: PLATFORM_CHANNELS.answer },
    }),
    async (c) => {
      const channels = await c.var.platform((tx) => readAllChannels(tx))
      return c.json(presentChannels(channels, c.get('hub').keyRing.keyId), 200)
    },
  ),
  actionRoute(
    {
      ...about,
      ...UPDATE_PLATFORM_CHANNELS,
      summary: 'Change the public address, mail server and other channels of the platform',
      description: 'A password that is left out or masked stays, as long as server and user stay.',
      body: withoutReadOnly(PlatformChannelsUpdate, PlatformChannels),
      command: async (tx, { body, hub }) => ({
        channels: await updateChannels(tx, body, hub),
        keyId: hub.keyRing.keyId,
      }),
      present: ({ channels, keyId }) => presentChannels(channels, keyId),
    },
    PLATFORM,
  ),
  router()
    .openapi(test, async (c) => c.json(await testSend(c.get('hub'), await c.var.actor(), languageOf(c)), 200))
    .openapi(note, async (c) => {
      const { maintenanceNote } = await c.get('hub').db.platform((tx) => readSettings(tx))
      return c.json({ note: maintenanceNote }, 200)
    }),
)
