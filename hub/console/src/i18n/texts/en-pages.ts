import catalog from '../../catalog/texts/en.json' with { type: 'json' }
import documents from '../../documents/texts/en.json' with { type: 'json' }
import fleet from '../../fleet/texts/en.json' with { type: 'json' }
import kinds from '../../kinds/texts/en.json' with { type: 'json' }
import loyalty from '../../loyalty/texts/en.json' with { type: 'json' }
import organization from '../../organization/texts/en.json' with { type: 'json' }
import platform from '../../platform/texts/en.json' with { type: 'json' }
import reports from '../../reports/texts/en.json' with { type: 'json' }
import sales from '../../sales/texts/en.json' with { type: 'json' }

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
