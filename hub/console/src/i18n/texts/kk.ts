import account from '../../account/texts/kk.json' with { type: 'json' }
import catalog from '../../catalog/texts/kk.json' with { type: 'json' }
import home from '../../home/texts/kk.json' with { type: 'json' }
import shell from '../../shell/texts/kk.json' with { type: 'json' }

/** An area of the console has its texts beside its pages. */
export const texts = { ...account, ...catalog, ...home, ...shell }
