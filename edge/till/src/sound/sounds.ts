/** Result of a scan or search, audible without looking at the screen. */
export type Sound = 'found' | 'unknown' | 'refused'

/** Frequency in hertz and duration in seconds of each tone, in order. */
const TONES: Record<Sound, readonly (readonly [hertz: number, seconds: number])[]> = {
  found: [[1760, 0.07]],
  unknown: [
    [330, 0.16],
    [220, 0.26],
  ],
  refused: [
    [440, 0.12],
    [440, 0.12],
    [440, 0.12],
  ],
}

const VOLUMES = ['off', 'quiet', 'loud'] as const
export type Volume = (typeof VOLUMES)[number]
const GAIN: Record<Volume, number> = { off: 0, quiet: 0.08, loud: 0.35 }
const PAUSE_SECONDS = 0.05
/** localStorage key of the volume. */
const KEPT_AS = 'till.volume'

function readVolume(): Volume {
  const kept = localStorage.getItem(KEPT_AS)
  return VOLUMES.find((volume) => volume === kept) ?? 'quiet'
}

/** Switches to the next louder volume. After the loudest, sound is off. */
export function turnVolume(): Volume {
  const next = VOLUMES[(VOLUMES.indexOf(readVolume()) + 1) % VOLUMES.length] ?? 'quiet'
  localStorage.setItem(KEPT_AS, next)
  return next
}

let audio: AudioContext | null = null

/** Time of the last sound, in ms since the page was loaded. */
let playedAtMs = Number.NEGATIVE_INFINITY
const ONE_EVENT_MS = 100

/** Plays the sound unless another sound was just played for the same event. */
export function playUnlessPlayed(sound: Sound): void {
  if (performance.now() - playedAtMs > ONE_EVENT_MS) playSound(sound)
}

/** Plays the sound immediately. A browser without any user input yet plays nothing, which must not block the sale. */
export function playSound(sound: Sound): void {
  playedAtMs = performance.now()
  const gain = GAIN[readVolume()]
  if (gain === 0 || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume().catch(() => undefined)
  let at = audio.currentTime
  for (const [hertz, seconds] of TONES[sound]) {
    playTone(audio, { hertz, seconds, gain, at })
    at += seconds + PAUSE_SECONDS
  }
}

function playTone(
  context: AudioContext,
  { hertz, seconds, gain, at }: { hertz: number; seconds: number; gain: number; at: number },
): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = hertz
  tone.type = 'square'
  volume.gain.setValueAtTime(gain, at)
  // Without a fade-out, the end of a tone clicks.
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + seconds)
}
