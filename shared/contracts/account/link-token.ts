import { z } from 'zod'

/** Token in a mailed link, after `#token=`. */
export const LinkToken = z.string().min(1).max(200)
