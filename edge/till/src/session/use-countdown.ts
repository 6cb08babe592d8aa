import { useEffect, useState } from 'react'

/** Returns the whole seconds left until `untilMs`, or 0 when it is in the past or null. */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const secondsLeft = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  useEffect(() => {
    if (untilMs === null) return
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [untilMs])
  return secondsLeft
}
