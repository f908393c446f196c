// Means of one-way delay, split into what results say of its parts. Only where one service flow of the
// direction carries the flow it is known which.

function stagesOf(group, name) {
  const run = group.runs[0].results;
  const flow = (run.flows || []).find((one) => one.name === name);
  if (!flow || flow.direction !== 'upstream') return null;
  const ways = (run.service_flows || []).filter((one) => one.direction === 'upstream');
  if (ways.length !== 1) return null;
  const flows = each(group, 'flows', flowName, name);
  const queues = each(group, 'service_flows', serviceFlowName, serviceFlowName(ways[0]));
  const total = medianOf(flows, 'one_way_ms.mean');
  const host = medianOf(flows, 'host_wait_ms.mean') || 0;
  const queue = medianOf(queues, 'queue_delay_ms.mean');
  if (total === null || queue === null) return null;
  const grant = Math.min(medianOf(queues, 'request_grant_ms.mean') || 0, queue);
  return [
    ['wait in the host', host],
    ['backlog of the queue', queue - grant],
    ['request to grant', grant],
    ['burst, cable, CMTS and the way to the receiver', Math.max(0, total - host - queue)],
  ];
}

function stageBar(stages, most) {
  const bar = element('div', {class: 'bar', role: 'img',
    'aria-label': stages.map(([name, ms]) => `${name} ${shown(ms, 3)} ms`).join(', ')});
  stages.forEach(([, ms], i) => {
    const style = `width: ${(100 * ms) / most}%; background: var(--c${i})`;
    bar.append(element('span', {style}, ms > most / 12 ? shown(ms, 3) : ''));
  });
  return bar;
}

function showStages() {
  const section = byId('stages');
  const found = [];
  for (const name of named('flows', flowName).keys()) {
    GROUPS.forEach((group) => {
      const stages = stagesOf(group, name);
      if (stages) found.push([GROUPS.length > 1 ? `${name}, ${group.name}` : name, stages]);
    });
  }
  if (found.length === 0) {
    section.append(element('p', {}, 'The results do not say which service flow carries which flow: ',
      'this needs one upstream service flow alone.'));
    return;
  }
  section.append(element('p', {class: 'quiet'}, 'Mean one-way delay of upstream flows in ms, by stage. The stages in ',
    'the queue are means of its service flow.'));
  section.append(element('div', {class: 'legend'}, ...found[0][1].map(([name], i) =>
    element('span', {}, swatch(i), name))));
  const most = Math.max(...found.map(([, stages]) => stages.reduce((sum, [, ms]) => sum + ms, 0)));
  section.append(table(['Flow', 'Stages', 'Sum in ms'], found.map(([name, stages]) =>
    [name, stageBar(stages, most), shown(stages.reduce((sum, [, ms]) => sum + ms, 0), 4)])));
}
