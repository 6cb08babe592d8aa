import { IconInfoCircle, IconLoader, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MAINTENANCE_NOTE } from '#shared/contracts/platform/maintenance-note.ts'
import { callPublic } from '../api/call.ts'
import { useReach } from '../api/reach.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './frame.module.css'

const NOTE_MS = 5 * 60_000
const RETRY_MS = 5000

/** Banner above every page with the platform's note to all users. */
export function MaintenanceNote() {
  const { data } = useNote()
  if (!data?.note) return null
  return (
    <div className={classes.note} role="status">
      <IconInfoCircle size={18} aria-hidden />
      <span>{data.note}</span>
    </div>
  )
}

/**
 * Strip below every page that shows when the hub does not respond. It is at the bottom so that it moves no
 * buttons.
 */
export function ReachStrip() {
  const t = useText()
  const client = useQueryClient()
  const reach = useReach()
  const isReached = reach !== 'lost'
  const was = useRef(isReached)
  // While the hub does not respond, polling the note detects when it is back.
  useNote(isReached ? NOTE_MS : RETRY_MS)
  useEffect(() => {
    if (isReached && !was.current) void client.invalidateQueries()
    was.current = isReached
  }, [isReached, client])
  return (
    <div className={classes.reach} role="status">
      {reach !== 'reached' && (
        <div>
          {reach === 'lost' ? (
            <IconPlugConnectedX size={18} aria-hidden />
          ) : (
            <IconLoader size={18} aria-hidden />
          )}
          <span>{t(reach === 'lost' ? 'shell.offline' : 'shell.slow')}</span>
        </div>
      )}
    </div>
  )
}

const useNote = (refetchInterval = NOTE_MS) =>
  useQuery({
    queryKey: [MAINTENANCE_NOTE.path],
    queryFn: () => callPublic(MAINTENANCE_NOTE),
    refetchInterval,
    retry: false,
    staleTime: 60_000,
  })
