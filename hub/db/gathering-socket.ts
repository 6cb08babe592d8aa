import { Socket } from 'node:net'

/**
 * Returns a socket that collects everything written in one turn of the event loop and sends it together, in
 * one packet instead of one per statement.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  let isGathering = false
  const gather: Socket['write'] = (...written: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    }
    return Socket.prototype.write.apply(socket, written as Parameters<Socket['write']>)
  }
  // Set only now, because connecting restores the socket's own `write`.
  socket.once('connect', () => {
    socket.write = gather
  })
  return socket
}
