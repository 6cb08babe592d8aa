import { useEffect, useRef, useState } from 'react'
import { CUSTOMER_HASH } from '#shared/contracts/till/desktop-shell.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'

/**
 * Content of the customer's screen: the open cart, then the receipt with the change. Null while no customer
 * is being served.
 */
export type CustomerView = (({ cart: Cart } | { receipt: Receipt }) & { isTraining: boolean }) | null

type Message = { ask: true } | { show: CustomerView }

const CHANNEL = 'counterfoil-customer'

/** Sends the content to the customer's screen, which can be opened or reloaded at any time. */
export function useShowCustomer(view: CustomerView): void {
  const shown = useRef(view)
  const channel = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    channel.current = opened
    const show = (what: CustomerView): void => opened.postMessage({ show: what } satisfies Message)
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('ask' in data) show(shown.current)
    }
    show(shown.current)
    const leave = (): void => show(null)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      opened.close()
    }
  }, [])
  useEffect(() => {
    shown.current = view
    channel.current?.postMessage({ show: view } satisfies Message)
  }, [view])
}

export function useCustomerView(): CustomerView {
  const [view, setView] = useState<CustomerView>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('show' in data) setView(data.show)
    }
    channel.postMessage({ ask: true } satisfies Message)
    return () => channel.close()
  }, [])
  return view
}

/**
 * Opens the customer's screen. If it is already open, brings it to the front. The desktop program puts it on
 * the second display.
 */
export function openCustomerScreen(): void {
  window.open(`/${CUSTOMER_HASH}`, 'counterfoil-customer', 'popup,width=1024,height=768')?.focus()
}
