import type { ReleaseNote } from '#shared/contracts/dashboard/whats-new.ts'

/** What a version brings to the people who work with it; the newest first. */
export const RELEASE_NOTES: readonly ReleaseNote[] = [
  {
    version: '0.1.0',
    date: '2026-11-25',
    title: {
      en: 'Reports on sales, profit and stock',
      ru: 'Отчёты о продажах, прибыли и остатках',
      kk: 'Сату, пайда және қалдықтар туралы есептер',
    },
    text: {
      en: 'Sales, profit, ABC and stock are worked out at once for any period, beside a second period, and go to CSV and Excel. Each row leads to the documents behind it.',
      ru: 'Продажи, прибыль, ABC и остатки считаются сразу за любой период, рядом со вторым периодом, и выгружаются в CSV и Excel. Из каждой строки можно перейти к документам.',
      kk: 'Сату, пайда, ABC және қалдықтар кез келген кезең үшін бірден есептеледі, екінші кезеңмен салыстырылады, CSV және Excel файлдарына шығарылады. Әр жолдан құжаттарға өтуге болады.',
    },
  },
  {
    version: '0.1.0',
    date: '2026-11-25',
    title: {
      en: 'One search for everything',
      ru: 'Один поиск по всему',
      kk: 'Барлығы бойынша бір іздеу',
    },
    text: {
      en: 'Products, customers, documents, receipts, cards and employees are found by name, number, barcode or phone, also with a slip of the finger.',
      ru: 'Товары, покупатели, документы, чеки, карты и сотрудники находятся по названию, номеру, штрихкоду или телефону, даже с опечаткой.',
      kk: 'Тауарлар, сатып алушылар, құжаттар, чектер, карталар және қызметкерлер атауы, нөмірі, штрихкоды немесе телефоны бойынша, қате терілсе де табылады.',
    },
  },
]
