import { lazy } from 'react'

const idle = (): Promise<unknown> => new Promise((done) => requestIdleCallback(done))

/** Area of the messages. It loads after the first page; an earlier message waits for it. */
export const MessageArea = lazy(async () => {
  await idle()
  const { Notifications } = await import('@mantine/notifications')
  return { default: Notifications }
})
