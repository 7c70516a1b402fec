/** Items that are not delivered yet: unsent, being sent, or at their supplier. */
export const openItems = `
still queued behind another order, cancel           | cancel | at=2 | waiting | cancel not_begun 1000
ready for its first call, cancel                    | cancel | at=0.1 | ready qty=100 | cancel not_begun 100
paused as its profile is private, cancel            | cancel | at=9 | paused until=80 hidden | cancel not_begun 1000
refused by every supplier, cancel                   | cancel | at=5 | rejected | cancel not_begun 1000
queued, the money back instead                      | refund | at=12 | waiting qty=5000 | cancel not_begun 5000
ready, the money back instead                       | refund | at=1 | ready | cancel not_begun 1000
paused, the money back instead                      | refund | at=30 | paused until=73 | cancel not_begun 1000
refused, the money back on day three                | refund | at=70 | rejected qty=50 | cancel not_begun 50
being sent this very second, cancel                 | cancel | at=0.1 | submitting | wait handing_over @0.18
being sent this very second, the money back         | refund | at=0.1 | submitting | wait handing_over @0.18
being sent, is it slow                              | slow | at=30 | submitting | wait handing_over @30.08
the supplier's answer was lost, cancel              | cancel | at=3 | unknown | review call_lost
the supplier's answer was lost, the money back      | refund | at=40 | unknown | review call_lost
perhaps bought before a restore, cancel             | cancel | at=5 | rejected restored | review call_lost
perhaps bought before a restore, is it slow         | slow | at=10 | rejected restored | wait being_checked @24
perhaps bought before a restore, late               | nothing_arrived | at=26 | rejected restored | review call_lost
the answer was lost an hour ago, nothing arrived    | nothing_arrived | at=1 | unknown | wait being_checked @24
the answer was lost two days ago, nothing arrived   | nothing_arrived | at=49 | unknown | review call_lost
queued on the first day, is it slow                 | slow | at=3 | waiting | wait queued @24
ready on the first day, nothing arrived             | nothing_arrived | at=4 | ready | wait starting @24
refused on the first day, is it slow                | slow | at=10 | rejected | wait being_checked @24
paused on the first day, nothing arrived            | nothing_arrived | at=10 | paused until=82 | wait paused @82
paused and late, it is the buyer's turn             | slow | at=50 | paused until=82 | wait paused @82
paused, the pause ends in minutes                   | slow | at=81.9 | paused until=82 | wait paused @82.9
still queued on the second day                      | slow | at=30 | waiting | cancel not_started_in_time 1000
still ready on the second day                       | nothing_arrived | at=25 | ready | cancel not_started_in_time 1000
refused and late                                    | nothing_arrived | at=26 | rejected qty=500 | cancel not_started_in_time 500
a shop that promises two days, on the second        | slow | at=30 start=48 | waiting | wait queued @48
a shop that promises an hour                        | slow | at=2 start=1 | ready | cancel not_started_in_time 1000
a minute before the promise is over                 | slow | at=23.99 | waiting | wait queued @24.99
a minute after the promise is over                  | slow | at=24.02 | waiting | cancel not_started_in_time 1000
a refill of what was never sent, in time            | refill | at=5 | waiting | nothing_missing not_over
taken by the supplier, Pending, cancel              | cancel | at=2 | Pending cancels | ask_supplier stop_wanted 1000 @26
taken, Awaiting, the money back                     | refund | at=3 | Awaiting cancels | ask_supplier stop_wanted 1000 @27
Pending at a supplier that cancels nothing          | cancel | at=2 | Pending | wait cannot_stop @24
Pending at one that cancels nothing, late           | cancel | at=30 | Pending | review not_started_in_time
Pending, the supplier refused to stop it, in time   | cancel | at=5 | Pending cancels stop=refused | wait cannot_stop @73
Pending, it refused to stop it, late                | slow | at=30 | Pending cancels stop=refused | review stop_refused
Pending, it was asked to stop an hour ago           | cancel | at=5 | Pending cancels stop=asked | wait stop_asked @29
In progress, cancel                                 | cancel | at=6 | In_progress:900 cancels | wait has_begun @73
In progress past its promise, cancel                | cancel | at=80 | In_progress:900 cancels | wait has_begun @104
In progress, cancel where nothing can be canceled   | cancel | at=6 | In_progress:900 | wait has_begun @73
Processing without a count, cancel                  | cancel | at=6 | Processing cancels | wait has_begun @73
In progress, the money back                         | refund | at=6 | In_progress:900 cancels | ask_supplier stop_wanted 900 @30
In progress, the money back, it can't be stopped    | refund | at=6 | In_progress:900 | wait cannot_stop @73
In progress, late, the money back, can't be stopped | refund | at=80 | In_progress:900 | review not_finished_in_time
In progress, late, the money back                   | refund | at=80 | In_progress:250 cancels | ask_supplier stop_wanted 250 @104
Pending in time, is it slow                         | slow | at=10 | Pending cancels | wait starts_in_time @24
Pending in time, nothing arrived                    | nothing_arrived | at=23 | Pending took=20 | wait starts_in_time @24
Pending late, nothing arrived                       | nothing_arrived | at=26 | Pending cancels | ask_supplier not_started_in_time 1000 @50
Pending late, it can't be stopped                   | nothing_arrived | at=26 | Pending | review not_started_in_time
Pending late, it was asked to stop                  | slow | at=26 | Pending cancels stop=asked | wait stop_asked @50
Pending but units have arrived already              | slow | at=30 | Pending:400 | wait arriving @73
Pending, all units remain, late                     | slow | at=30 | Pending:1000 cancels | ask_supplier not_started_in_time 1000 @54
In progress on the first day                        | slow | at=8 | In_progress:700 | wait arriving @73
In progress on the third day                        | slow | at=60 | in_progress:100 cancels | wait arriving @73
Active on the third day, nothing arrived            | nothing_arrived | at=60 | Active:1000 cancels | wait arriving @73
In progress on the fourth day                       | slow | at=74 | In_progress:100 cancels | ask_supplier not_finished_in_time 100 @98
In progress on the fourth day, a week is usual      | slow | at=74 finish=168 | In_progress:100 cancels | wait arriving @169
In progress on the eighth day, a week is usual      | slow | at=170 finish=168 | In_progress:100 cancels | ask_supplier not_finished_in_time 100 @194
In progress on the fourth day, can't be stopped     | slow | at=74 | In_progress:100 | review not_finished_in_time
taken on the third day, in progress on the fourth   | slow | at=90 | In_progress:600 took=60 | wait arriving @132
taken on the third day, a drop is asked about       | refill | at=90 | Processing:600 took=60 | nothing_missing not_over
In progress, late, nothing arrived                  | nothing_arrived | at=100 | Processing:1000 cancels | ask_supplier not_finished_in_time 1000 @124
In progress, late, the supplier refused to stop it  | slow | at=100 | In_progress:40 cancels stop=refused | review stop_refused
an error at the supplier, in time                   | slow | at=5 | Error | wait starts_in_time @24
an error at the supplier, late                      | slow | at=40 | Error cancels | ask_supplier not_started_in_time 1000 @64
an error at the supplier, cancel                    | cancel | at=5 | Fail cancels | ask_supplier stop_wanted 1000 @29
a status that is unknown, in time                    | nothing_arrived | at=5 | Sleeping cancels | wait starts_in_time @24
a status that is unknown, late                       | nothing_arrived | at=60 | Sleeping cancels | ask_supplier not_started_in_time 1000 @84
Partial without a count: the poll reads it again    | slow | at=20 | Partial | wait starts_in_time @24
remains that can't be read                          | slow | at=20 | In_progress:Unknown | wait arriving @73
more remains than was bought                        | slow | at=74 | In_progress:4000 cancels | ask_supplier not_finished_in_time 1000 @98
less than nothing remains                           | slow | at=30 | In_progress:-5 | wait arriving @73
asked to stop twice, the first answer is awaited    | refund | at=6 | In_progress:900 cancels stop=asked | wait stop_asked @30
a wait of a month ends with an operator             | slow | at=800 asked=10 | In_progress:900 cancels stop=asked | review waited_too_long
two posts, one queued and one running               | cancel | at=6 | waiting qty=60 + In_progress:30 qty=40 | cancel not_begun 60 + wait has_begun @73
two posts, one queued and one delivered             | cancel | at=6 | waiting qty=60 + Completed qty=40 ended=3 | cancel not_begun 60 + already_done delivered
two posts, one late at each stage                   | slow | at=80 | ready qty=60 + In_progress:30 qty=40 cancels | cancel not_started_in_time 60 + ask_supplier not_finished_in_time 30 @104
three posts, none of them begun                     | refund | at=1 | waiting qty=10 + ready qty=20 + Pending cancels qty=30 | cancel not_begun 10 + cancel not_begun 20 + ask_supplier stop_wanted 30 @25
a running post and a canceled one                   | slow | at=30 | In_progress:10 qty=50 + Canceled qty=50 | wait arriving @73 + wait refund_with_the_rest @54
blocked by an operator, cancel                      | cancel | at=6 blocked | waiting | review blocked
blocked by an operator, is it slow                  | slow | at=6 blocked | In_progress:900 | review blocked
disputed at the bank, cancel                        | cancel | at=6 payment=disputed | waiting | already_done disputed
in quarantine, cancel                               | cancel | at=6 quarantine | waiting | wait shop_paused @7
in quarantine, is it slow                           | slow | at=90 quarantine | In_progress:900 cancels | wait shop_paused @91
refunded in full while at the supplier              | slow | at=40 payment=refunded left=0 | In_progress:900 | already_done refunded_in_full
partly refunded, still queued, cancel               | cancel | at=6 payment=partially_refunded other left=300 | waiting | cancel not_begun 1000
`;
