import { expect, it } from 'vitest';
import { clabeOf } from './clabe.ts';
import { speiBankOf } from './spei.ts';
import { bankOfClabe, isOfBank, problemOfClabe, speiBankName } from './spei-banks.ts';

it.each([
  ['40072', 'Banorte'],
  ['90646', 'STP'],
  ['90638', 'Nu México'],
  ['90728', 'Spin by OXXO'],
  ['40999', '40999'],
  ['', ''],
])('the bank with the code %j is %j', (code, name) => {
  expect(speiBankName(code)).toBe(name);
});

/** First three digits of the CLABEs of all participants, from the list of 25 March 2026. */
const PARTICIPANTS =
  '002 006 009 012 014 019 021 030 036 042 044 058 059 060 062 072 106 108 110 112 113 124 127 128 129 130 132 133 135 136 137 138 140 ' +
  '141 143 145 147 148 150 151 152 154 155 156 157 158 159 160 166 167 168 600 601 602 605 616 617 620 630 631 634 638 646 652 653 656 ' +
  '661 670 677 680 683 684 685 688 689 699 703 706 710 714 715 720 721 722 723 725 727 728 729 730 732 734 738';

it('every participant has a name, by the bank of its CLABEs', () => {
  const unnamed = PARTICIPANTS.split(' ')
    .map((bank) => speiBankOf(clabeOf(`${bank}18000464305124`)) ?? bank)
    .filter((code) => speiBankName(code) === code);
  expect(unnamed).toEqual([]);
});

it.each([
  ['012180004643051249', 'BBVA', null],
  [clabeOf('07218000118359719'), 'Banorte', null],
  [clabeOf('99918000118359719'), null, 'CLABE_BANK_UNKNOWN'],
  ['012180004643051248', null, 'CLABE_INVALID'],
  ['012', null, 'CLABE_INVALID'],
])('[OPE-05] the CLABE %s is of %s, and its problem is %s', (clabe, bank, problem) => {
  expect([bankOfClabe(clabe), problemOfClabe(clabe)]).toEqual([bank, problem]);
});

it.each([
  ['BBVA', true],
  ['BBVA MEXICO', true],
  ['bbva', true],
  ['Banorte', false],
  ['', false],
])('[DIN-45] a CLABE of BBVA is of the bank %j: %s', (name, isSame) => {
  expect(isOfBank('012180004643051249', name)).toBe(isSame);
});
