import catalog from '../../catalog/texts/kk.json' with { type: 'json' }
import documents from '../../documents/texts/kk.json' with { type: 'json' }
import fleet from '../../fleet/texts/kk.json' with { type: 'json' }
import kinds from '../../kinds/texts/kk.json' with { type: 'json' }
import loyalty from '../../loyalty/texts/kk.json' with { type: 'json' }
import organization from '../../organization/texts/kk.json' with { type: 'json' }
import platform from '../../platform/texts/kk.json' with { type: 'json' }
import reports from '../../reports/texts/kk.json' with { type: 'json' }
import sales from '../../sales/texts/kk.json' with { type: 'json' }

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
