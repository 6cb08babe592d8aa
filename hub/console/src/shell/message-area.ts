import { lazy } from 'react'

const idle = (): Promise<unknown> => new Promise((done) => requestIdleCallback(done))

/** Where messages are shown. It comes after the first page; a message that is told before waits for it. */
export const MessageArea = lazy(async () => {
  await idle()
  const { Notifications } = await import('@mantine/notifications')
  return { default: Notifications }
})
