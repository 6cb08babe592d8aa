import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MAINTENANCE_NOTE } from '#shared/contracts/platform/maintenance-note.ts'
import { callPublic } from '../api/call.ts'
import { useIsReached } from '../api/reach.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './frame.module.css'

const NOTE_MS = 5 * 60_000
const RETRY_MS = 5000

/** Over every page: what the platform tells everybody, and that the hub does not answer. */
export function Banners() {
  const t = useText()
  const client = useQueryClient()
  const isReached = useIsReached()
  const was = useRef(isReached)
  // While the hub does not answer, asking for the note finds out when it does again.
  const { data } = useQuery({
    queryKey: [MAINTENANCE_NOTE.path],
    queryFn: () => callPublic(MAINTENANCE_NOTE),
    refetchInterval: isReached ? NOTE_MS : RETRY_MS,
    retry: false,
    staleTime: 60_000,
  })
  useEffect(() => {
    if (isReached && !was.current) void client.invalidateQueries()
    was.current = isReached
  }, [isReached, client])
  return (
    <>
      {data?.note && (
        <div className={classes.note} role="status">
          <IconInfoCircle size={18} aria-hidden />
          <span>{data.note}</span>
        </div>
      )}
      {!isReached && (
        <div className={classes.visit} role="status">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>{t('shell.offline')}</span>
        </div>
      )}
    </>
  )
}
