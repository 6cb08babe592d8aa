import { z } from 'zod'

/** Token in the link of a mail, after `#token=`. */
export const LinkToken = z.string().min(1).max(200)
