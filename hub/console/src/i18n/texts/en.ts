import account from '../../account/texts/en.json' with { type: 'json' }
import catalog from '../../catalog/texts/en.json' with { type: 'json' }
import home from '../../home/texts/en.json' with { type: 'json' }
import shell from '../../shell/texts/en.json' with { type: 'json' }

/** An area of the console has its texts beside its pages. */
export const texts = { ...account, ...catalog, ...home, ...shell }
