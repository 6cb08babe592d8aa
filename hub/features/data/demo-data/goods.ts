import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import type { PictureShape } from './draw-picture.ts'

/** Languages of the demo shop. */
export type DemoLanguage = 'ru' | 'en'
/** Text in both languages. */
type Words = readonly [ru: string, en: string]

interface Group {
  name: Words
  shape: PictureShape
  colour: string
  /** Index of the supplier. */
  supplier: number
  /** Brands of each item. Without brands, the items are sold by weight under their own names. */
  brands: readonly Words[]
  /** Items, with prices in tenge. */
  items: readonly (readonly [ru: string, en: string, price: number])[]
}

/** Invented goods, brands and prices. */
const GROUPS: readonly Group[] = [
  {
    name: ['Молочные продукты', 'Dairy'],
    shape: 'bottle',
    colour: '#4f8fc0',
    supplier: 0,
    brands: [
      ['Степной луг', 'Steppe Meadow'],
      ['Акбулак', 'Akbulak'],
      ['Бурёнка', 'Daisy Cow'],
    ],
    items: [
      ['Молоко 2,5 % 1 л', 'Milk 2.5% 1 l', 590],
      ['Молоко 3,2 % 1 л', 'Milk 3.2% 1 l', 640],
      ['Кефир 2,5 % 0,9 л', 'Kefir 2.5% 0.9 l', 560],
      ['Айран 0,5 л', 'Ayran 0.5 l', 420],
      ['Сметана 20 % 400 г', 'Sour cream 20% 400 g', 890],
      ['Творог 9 % 200 г', 'Cottage cheese 9% 200 g', 690],
      ['Йогурт клубничный 290 г', 'Strawberry yoghurt 290 g', 450],
      ['Масло сливочное 200 г', 'Butter 200 g', 1490],
    ],
  },
  {
    name: ['Хлеб и выпечка', 'Bread and pastry'],
    shape: 'loaf',
    colour: '#c08a3e',
    supplier: 1,
    brands: [
      ['Пекарня № 7', 'Bakery No. 7'],
      ['Колосок', 'Golden Ear'],
      ['Тёплый хлеб', 'Warm Bread'],
    ],
    items: [
      ['Хлеб белый формовой', 'White loaf', 180],
      ['Хлеб ржаной', 'Rye bread', 260],
      ['Лепёшка тандырная', 'Tandoor flatbread', 250],
      ['Батон нарезной', 'Sliced baton', 240],
      ['Круассан с шоколадом', 'Chocolate croissant', 390],
      ['Баурсаки 300 г', 'Baursak 300 g', 650],
      ['Булочка с маком', 'Poppy seed bun', 220],
      ['Слойка с сыром', 'Cheese puff', 340],
    ],
  },
  {
    name: ['Фрукты и овощи', 'Fruit and vegetables'],
    shape: 'apple',
    colour: '#5a9e4b',
    supplier: 2,
    brands: [],
    items: [
      ['Яблоки «Апорт»', 'Aport apples', 890],
      ['Яблоки зелёные', 'Green apples', 790],
      ['Груши', 'Pears', 1090],
      ['Бананы', 'Bananas', 790],
      ['Мандарины', 'Tangerines', 1190],
      ['Апельсины', 'Oranges', 990],
      ['Лимоны', 'Lemons', 1290],
      ['Виноград «Кишмиш»', 'Seedless grapes', 1490],
      ['Гранаты', 'Pomegranates', 1690],
      ['Картофель', 'Potatoes', 290],
      ['Морковь', 'Carrots', 260],
      ['Лук репчатый', 'Onions', 220],
      ['Капуста белокочанная', 'White cabbage', 240],
      ['Свёкла', 'Beetroot', 230],
      ['Помидоры', 'Tomatoes', 990],
      ['Огурцы', 'Cucumbers', 850],
      ['Перец сладкий', 'Sweet peppers', 1250],
      ['Чеснок', 'Garlic', 1790],
    ],
  },
  {
    name: ['Мясо и колбасы', 'Meat and sausages'],
    shape: 'sausage',
    colour: '#b4544f',
    supplier: 3,
    brands: [
      ['Нур', 'Nur'],
      ['Мясной ряд', 'Butcher Row'],
      ['Кызыл тал', 'Red Willow'],
    ],
    items: [
      ['Колбаса варёная 500 г', 'Boiled sausage 500 g', 1890],
      ['Колбаса копчёная 300 г', 'Smoked sausage 300 g', 2190],
      ['Сосиски молочные 400 г', 'Milk frankfurters 400 g', 1390],
      ['Казы 300 г', 'Kazy 300 g', 3490],
      ['Фарш говяжий 500 г', 'Minced beef 500 g', 1990],
      ['Пельмени 800 г', 'Dumplings 800 g', 1690],
      ['Котлеты 400 г', 'Cutlets 400 g', 1290],
      ['Ветчина 300 г', 'Ham 300 g', 1590],
    ],
  },
  {
    name: ['Сыры на вес', 'Cheese by weight'],
    shape: 'cheese',
    colour: '#d6a832',
    supplier: 0,
    brands: [],
    items: [
      ['Сыр «Степной»', 'Steppe cheese', 4890],
      ['Сыр «Горный»', 'Mountain cheese', 5490],
      ['Сыр копчёный', 'Smoked cheese', 4290],
      ['Брынза', 'Brined cheese', 3690],
    ],
  },
  {
    name: ['Напитки', 'Drinks'],
    shape: 'bottle',
    colour: '#3f9aa3',
    supplier: 4,
    brands: [
      ['Тау', 'Tau'],
      ['Аврора', 'Aurora'],
      ['Дюшес', 'Duchess'],
    ],
    items: [
      ['Вода питьевая 0,5 л', 'Still water 0.5 l', 190],
      ['Вода газированная 1,5 л', 'Sparkling water 1.5 l', 290],
      ['Кола 1 л', 'Cola 1 l', 520],
      ['Лимонад 0,5 л', 'Lemonade 0.5 l', 350],
      ['Сок яблочный 1 л', 'Apple juice 1 l', 790],
      ['Сок апельсиновый 1 л', 'Orange juice 1 l', 890],
      ['Холодный чай 0,5 л', 'Iced tea 0.5 l', 420],
      ['Морс ягодный 1 л', 'Berry drink 1 l', 720],
    ],
  },
  {
    name: ['Бакалея', 'Groceries'],
    shape: 'bag',
    colour: '#a9834f',
    supplier: 5,
    brands: [
      ['Акмаржан', 'Akmarzhan'],
      ['Жерұйық', 'Zheruyik'],
      ['Домашний амбар', 'Home Barn'],
    ],
    items: [
      ['Мука пшеничная 2 кг', 'Wheat flour 2 kg', 690],
      ['Рис 1 кг', 'Rice 1 kg', 640],
      ['Гречка 800 г', 'Buckwheat 800 g', 590],
      ['Макароны 500 г', 'Pasta 500 g', 480],
      ['Сахар 1 кг', 'Sugar 1 kg', 540],
      ['Соль 1 кг', 'Salt 1 kg', 150],
      ['Масло подсолнечное 1 л', 'Sunflower oil 1 l', 990],
      ['Овсяные хлопья 500 г', 'Oat flakes 500 g', 430],
      ['Горох 800 г', 'Peas 800 g', 390],
    ],
  },
  {
    name: ['Чай и кофе', 'Tea and coffee'],
    shape: 'box',
    colour: '#7a5a3c',
    supplier: 5,
    brands: [
      ['Караван', 'Caravan'],
      ['Высокогорный', 'Highland'],
      ['Утро', 'Morning'],
    ],
    items: [
      ['Чай чёрный 250 г', 'Black tea 250 g', 1390],
      ['Чай зелёный 100 г', 'Green tea 100 g', 890],
      ['Чай в пакетиках 100 шт.', 'Tea bags, 100', 1590],
      ['Кофе в зёрнах 250 г', 'Coffee beans 250 g', 3290],
      ['Кофе молотый 250 г', 'Ground coffee 250 g', 2890],
      ['Кофе растворимый 95 г', 'Instant coffee 95 g', 1990],
      ['Какао 150 г', 'Cocoa 150 g', 950],
      ['Чай травяной 80 г', 'Herbal tea 80 g', 790],
    ],
  },
  {
    name: ['Сладости', 'Sweets'],
    shape: 'bar',
    colour: '#8e4a86',
    supplier: 5,
    brands: [
      ['Ласточка', 'Swallow'],
      ['Белая вершина', 'White Peak'],
      ['Медок', 'Honeyed'],
    ],
    items: [
      ['Шоколад молочный 90 г', 'Milk chocolate 90 g', 690],
      ['Шоколад тёмный 90 г', 'Dark chocolate 90 g', 740],
      ['Печенье овсяное 200 г', 'Oat cookies 200 g', 550],
      ['Вафли 220 г', 'Wafers 220 g', 620],
      ['Карамель 250 г', 'Caramels 250 g', 590],
      ['Зефир 250 г', 'Marshmallows 250 g', 850],
      ['Халва 300 г', 'Halva 300 g', 790],
      ['Мармелад 200 г', 'Fruit jellies 200 g', 640],
    ],
  },
  {
    name: ['Консервы и соусы', 'Tins and sauces'],
    shape: 'can',
    colour: '#b9652f',
    supplier: 5,
    brands: [
      ['Погребок', 'Little Cellar'],
      ['Дастархан', 'Dastarkhan'],
      ['Лето', 'Summer'],
    ],
    items: [
      ['Горошек зелёный 400 г', 'Green peas 400 g', 520],
      ['Кукуруза 340 г', 'Sweetcorn 340 g', 560],
      ['Тушёнка говяжья 325 г', 'Stewed beef 325 g', 1490],
      ['Огурцы солёные 680 г', 'Pickled cucumbers 680 g', 990],
      ['Томатная паста 270 г', 'Tomato paste 270 g', 640],
      ['Кетчуп 350 г', 'Ketchup 350 g', 750],
      ['Майонез 400 г', 'Mayonnaise 400 g', 890],
      ['Аджика 200 г', 'Adjika 200 g', 590],
    ],
  },
  {
    name: ['Для дома', 'Household'],
    shape: 'spray',
    colour: '#5b6fb3',
    supplier: 6,
    brands: [
      ['Чистый дом', 'Clean Home'],
      ['Блеск', 'Shine'],
      ['Капля', 'Drop'],
    ],
    items: [
      ['Средство для посуды 500 мл', 'Dish soap 500 ml', 690],
      ['Порошок стиральный 3 кг', 'Washing powder 3 kg', 2490],
      ['Кондиционер для белья 1 л', 'Fabric softener 1 l', 1390],
      ['Средство для стёкол 500 мл', 'Window cleaner 500 ml', 790],
      ['Губки, 5 шт.', 'Sponges, 5', 350],
      ['Пакеты для мусора 30 л', 'Bin bags 30 l', 420],
      ['Салфетки бумажные 100 шт.', 'Paper napkins, 100', 290],
      ['Бумага туалетная, 4 рулона', 'Toilet paper, 4 rolls', 790],
    ],
  },
  {
    name: ['Красота и уход', 'Personal care'],
    shape: 'tube',
    colour: '#c06a8c',
    supplier: 6,
    brands: [
      ['Ромашка', 'Camomile'],
      ['Свежесть', 'Freshness'],
      ['Лаванда', 'Lavender'],
    ],
    items: [
      ['Шампунь 400 мл', 'Shampoo 400 ml', 1390],
      ['Гель для душа 250 мл', 'Shower gel 250 ml', 990],
      ['Мыло туалетное 90 г', 'Soap 90 g', 320],
      ['Зубная паста 100 мл', 'Toothpaste 100 ml', 890],
      ['Зубная щётка', 'Toothbrush', 650],
      ['Крем для рук 75 мл', 'Hand cream 75 ml', 720],
      ['Дезодорант 150 мл', 'Deodorant 150 ml', 1290],
      ['Ватные палочки 200 шт.', 'Cotton buds, 200', 390],
    ],
  },
  {
    name: ['Канцтовары', 'Stationery'],
    shape: 'pencil',
    colour: '#3e8f74',
    supplier: 6,
    brands: [
      ['Отличник', 'Top Pupil'],
      ['Скрепка', 'Paper Clip'],
      ['Пенал', 'Pencil Case'],
    ],
    items: [
      ['Тетрадь 48 листов', 'Notebook, 48 sheets', 290],
      ['Тетрадь 96 листов', 'Notebook, 96 sheets', 490],
      ['Ручка шариковая', 'Ballpoint pen', 120],
      ['Карандаши цветные 12 шт.', 'Colour pencils, 12', 890],
      ['Клей-карандаш', 'Glue stick', 340],
      ['Бумага A4 500 листов', 'A4 paper, 500 sheets', 2390],
      ['Линейка 30 см', 'Ruler 30 cm', 210],
      ['Ластик', 'Rubber', 90],
    ],
  },
]

/** Price factors of the three brands of a group. */
const BRAND_PRICES = [1, 1.14, 0.93]

export interface DemoGood {
  name: string
  /** Index of the group. */
  group: number
  supplier: number
  /** Price in tenge. */
  price: number
  isWeighed: boolean
  barcode: string
  /** Shared by all brands of an item. */
  picture: { shape: PictureShape; colour: string; tint: number }
}

const inLanguage = ([ru, en]: readonly [string, string, ...unknown[]], language: DemoLanguage): string =>
  language === 'ru' ? ru : en

/** Returns the names of the groups, in a fixed order. */
export const demoGroups = (language: DemoLanguage): string[] =>
  GROUPS.map(({ name }) => inLanguage(name, language))

/** Returns the goods of the demo shop, always the same and in the same order. */
export function demoGoods(language: DemoLanguage): DemoGood[] {
  let serial = 0
  return GROUPS.flatMap(({ shape, colour, supplier, brands, items }, group) =>
    items.flatMap((item, tint) => {
      const own = inLanguage(item, language)
      const names =
        brands.length === 0
          ? [own]
          : brands.map((brand) =>
              language === 'ru'
                ? `${own} «${inLanguage(brand, language)}»`
                : `${own}, ${inLanguage(brand, language)}`,
            )
      return names.map((name, brand) => ({
        name,
        group,
        supplier,
        isWeighed: brands.length === 0,
        price: Math.round((item[2] * (BRAND_PRICES[brand] ?? 1)) / 10) * 10,
        barcode: barcodeOf(++serial),
        picture: { shape, colour, tint },
      }))
    }),
  )
}

/** Returns an EAN-13 barcode with prefix 200, which GS1 reserves for use within a shop. */
function barcodeOf(serial: number): string {
  const digits = `200${String(serial).padStart(9, '0')}`
  return digits + gs1CheckDigit(digits)
}

const SUPPLIERS: readonly Words[] = [
  ['Молочный двор', 'Dairy Yard'],
  ['Хлебозавод «Колос»', 'Kolos Bakery'],
  ['Овощная база «Алатау»', 'Alatau Produce'],
  ['Мясокомбинат «Нур»', 'Nur Meats'],
  ['Напитки и воды', 'Drinks and Waters'],
  ['Торговый дом «Амбар»', 'Barn Trading House'],
  ['Бытснаб', 'Household Supply'],
]
export const demoSuppliers = (language: DemoLanguage): string[] =>
  SUPPLIERS.map((name) => inLanguage(name, language))

const CUSTOMERS: readonly Words[] = [
  ['Ахметова Динара', 'Alice Harper'],
  ['Ким Виктор', 'Victor Kim'],
  ['Серикова Алия', 'Sarah Collins'],
  ['Иванов Пётр', 'Peter Evans'],
  ['Омарова Жанна', 'Joanna Miles'],
  ['Ли Марина', 'Marina Lee'],
  ['Тулегенов Ерлан', 'Edward Tully'],
  ['Смирнова Ольга', 'Olive Smith'],
  ['Бекова Сауле', 'Sally Beck'],
  ['Нурланов Арман', 'Arthur North'],
  ['Попова Елена', 'Helen Pope'],
  ['Жумабаев Канат', 'Conrad James'],
  ['Петрова Анна', 'Anna Peters'],
  ['Садыков Тимур', 'Timothy Saddler'],
  ['Абаева Гульнар', 'Grace Abbot'],
  ['Козлов Андрей', 'Andrew Cole'],
]
export const demoCustomers = (language: DemoLanguage): string[] =>
  CUSTOMERS.map((name) => inLanguage(name, language))

const CASHIERS: readonly (readonly [last: Words, first: Words])[] = [
  [
    ['Ержанова', 'Young'],
    ['Мадина', 'Maddie'],
  ],
  [
    ['Соколов', 'Falconer'],
    ['Игорь', 'George'],
  ],
]
export const demoCashiers = (language: DemoLanguage): { lastName: string; firstName: string }[] =>
  CASHIERS.map(([last, first]) => ({
    lastName: inLanguage(last, language),
    firstName: inLanguage(first, language),
  }))

/** Other names used in the demo shop. */
export const DEMO_WORDS = {
  ru: {
    warehouse: 'Склад демо-данных',
    till: 'Касса демо-данных',
    wholesale: 'Оптовая цена',
    program: 'Клуб покупателей',
    promotion: 'Неделя чая и кофе: −10 %',
    collected: 'Инкассация',
    opening: 'Начальные остатки',
    count: 'Выборочная ревизия',
    spoiled: 'Испорчено при хранении',
  },
  en: {
    warehouse: 'Demo warehouse',
    till: 'Demo till',
    wholesale: 'Wholesale price',
    program: 'Customer club',
    promotion: 'Tea and coffee week: −10%',
    collected: 'Taken to the bank',
    opening: 'Opening stock',
    count: 'Spot count',
    spoiled: 'Spoiled in storage',
  },
} as const satisfies Record<DemoLanguage, object>

/** Index of the group with reduced prices during the promotion. */
export const PROMOTED_GROUP = 7
