import { Socket } from 'node:net'

/** What is written to it in one turn of the event loop goes out together: in one packet, not in one for each statement. */
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
  // Not earlier: connecting restores the own `write` of the socket.
  socket.once('connect', () => {
    socket.write = gather
  })
  return socket
}
