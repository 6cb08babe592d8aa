import { useState } from 'react'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import styles from './tiles.module.css'

interface PictureProps {
  name: string
  /** Key of the picture, or null when it is not cached. */
  picture: string | null
}

/**
 * Decorative picture, because the name is shown beside it. Without a picture, shows the first letter in a
 * color derived from the name.
 */
export function Picture({ name, picture }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (picture !== null && picture !== failed)
    return (
      <img
        className={styles.picture}
        src={`${TILL_API}/pictures/${picture}`}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(picture)}
      />
    )
  return (
    <span className={styles.letter} data-tint={tintOf(name)} aria-hidden>
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  )
}

const TINTS = 3

/**
 * Returns a color index. The same name always has the same color, and names with the same beginning usually
 * differ.
 */
function tintOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return hash % TINTS
}
