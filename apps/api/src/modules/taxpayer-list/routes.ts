import { getTaxpayerList, uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { done } from '@anticipa/domain/errors';
import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { read, type Served, write } from '../../platform/http/http.ts';
import { shown, takeIn } from './commands.ts';
import { parseTaxpayerList } from './parse.ts';
import { cutInUse, metTaxpayers } from './queries.ts';

export const taxpayerListRoutes: readonly Served[] = [
  read(getTaxpayerList, async (work) => {
    const cut = await cutInUse(work);
    return done({ data: { cut: cut ? shown(cut) : null, met: await metTaxpayers(work, listedSituations) } });
  }),
  write(uploadTaxpayerList, async (work, { bytes }) => {
    const taken = await takeIn(work, parseTaxpayerList(bytes), null);
    return taken.ok ? done({ data: taken.value }) : taken;
  }),
];
