"""Every activity and sub-orchestration by name: the table of contents of this app's work."""

from shared.durable import Activity, SubOrchestration
from shared.models.steps import (
    Analysis,
    Answered,
    AskedQuestion,
    Branched,
    BranchStart,
    Closed,
    CloseTurn,
    DiscoverRequest,
    Discovery,
    Erased,
    ErasureRef,
    FollowRequest,
    Found,
    GoneOn,
    GoOn,
    OpenedTurn,
    Parked,
    ParkRequest,
    Progress,
    TakenReply,
    TakeReply,
    ThreadStart,
    TurnRef,
    Understood,
)

OPEN_TURN = Activity("open_turn", takes=ThreadStart, gives=OpenedTurn)
PARK = Activity("park", takes=ParkRequest, gives=Parked)
ANALYZE_INTENT = Activity("analyze_intent", takes=TurnRef, gives=Analysis)
DISCOVER_AGENTS = Activity("discover_agents", takes=DiscoverRequest, gives=Discovery)
FOLLOW_DECISION = Activity("follow_decision", takes=FollowRequest, gives=Progress)
CONVERSE = Activity("converse", takes=TurnRef, gives=Progress)
APPLY_DRAFT = Activity("apply_draft", takes=TurnRef, gives=Progress)
JOIN_BRANCHES = Activity("join_branches", takes=TurnRef, gives=Progress)
BRANCH = SubOrchestration("branch_v1", takes=BranchStart, gives=Branched)
PLAN_RUN = Activity("plan_run", takes=TurnRef, gives=Progress)
PREPARE_STEP = Activity("prepare_step", takes=TurnRef, gives=Progress)
EXECUTE_TOOL = Activity("execute_tool", takes=TurnRef, gives=Progress)
REASSESS_RUN = Activity("reassess_run", takes=TurnRef, gives=Progress)
ASK = Activity("ask", takes=TurnRef, gives=AskedQuestion)
TAKE_REPLY = Activity("take_reply", takes=TakeReply, gives=TakenReply)
COMPOSE_REPLY = Activity("compose_reply", takes=TurnRef, gives=Progress)
CLOSE_TURN = Activity("close_turn", takes=CloseTurn, gives=Closed)
UNDERSTAND_TURN = Activity("understand_turn", takes=ThreadStart, gives=Understood)
SEARCH_AGENTS = Activity("search_agents", takes=ThreadStart, gives=Found)
GO_ON = Activity("go_on", takes=GoOn, gives=GoneOn)
ANSWER_TURN = Activity("answer_turn", takes=CloseTurn, gives=Answered)
ERASE = Activity("erase", takes=ErasureRef, gives=Erased)
