import { lazy } from 'react'

const idle = (): Promise<unknown> => new Promise((done) => requestIdleCallback(done))

/** Area for messages. It is loaded after the first page. Earlier messages wait for it. */
export const MessageArea = lazy(async () => {
  await idle()
  const { Notifications } = await import('@mantine/notifications')
  return { default: Notifications }
})
