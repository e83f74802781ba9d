/* Capacity: IDs per tick, second and fleet, and numbers for workers. Exact.
 *   per tick = 2^w_q;  per second = 2^w_q / u;  fleet = replicas (else 2^w_n) x that.
 * Replicas without a number of their own add nothing. */
#include "validate/check.h"

void check_capacity(check *c)
{
    idarch_report *report = c->report;
    report->has_nodes = c->node_bits > 0;
    report->nodes = check_power(c->node_bits);
    if (!c->counted)
        return;
    report->has_capacity = true;
    report->ids_per_tick = check_power(c->sequence_bits);
    idarch_ratio seconds = check_div(report->tick, idarch_ratio_int(IDARCH_NS_PER_S));
    report->ids_per_second = check_div(idarch_ratio_int(report->ids_per_tick), seconds);
    report->fleet_of_replicas = c->has_replicas && c->replicas <= report->nodes;
    report->has_fleet = c->has_replicas || c->node_bits;
    if (report->has_fleet)
        report->fleet_ids_per_second = check_mul(
            report->ids_per_second,
            idarch_ratio_int(report->fleet_of_replicas ? c->replicas : report->nodes));
    report->has_fleet &= !check_saturated(report->fleet_ids_per_second);
}
