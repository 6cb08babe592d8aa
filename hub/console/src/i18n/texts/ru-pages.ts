import catalog from '../../catalog/texts/ru.json' with { type: 'json' }
import documents from '../../documents/texts/ru.json' with { type: 'json' }
import fleet from '../../fleet/texts/ru.json' with { type: 'json' }
import kinds from '../../kinds/texts/ru.json' with { type: 'json' }
import loyalty from '../../loyalty/texts/ru.json' with { type: 'json' }
import organization from '../../organization/texts/ru.json' with { type: 'json' }
import platform from '../../platform/texts/ru.json' with { type: 'json' }
import reports from '../../reports/texts/ru.json' with { type: 'json' }
import sales from '../../sales/texts/ru.json' with { type: 'json' }

/** Texts of the pages. Each area of the console keeps its texts beside its pages. */
export const texts = {
  ...catalog,
  ...documents,
  ...fleet,
  ...kinds,
  ...loyalty,
  ...organization,
  ...platform,
  ...reports,
  ...sales,
}
