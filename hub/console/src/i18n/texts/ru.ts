import account from '../../account/texts/ru.json' with { type: 'json' }
import catalog from '../../catalog/texts/ru.json' with { type: 'json' }
import home from '../../home/texts/ru.json' with { type: 'json' }
import shell from '../../shell/texts/ru.json' with { type: 'json' }

/** An area of the console has its texts beside its pages. */
export const texts = { ...account, ...catalog, ...home, ...shell }
