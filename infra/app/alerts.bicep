metadata description = 'What operators are told of, and a workbook of what is promised. The figures are those of shared/telemetry.py.'

@description('Workspace that Application Insights keeps its tables in.')
param workspaceId string

@description('Address that is written to; empty when alerts are only shown in the portal.')
param email string

@description('Region.')
param location string

@description('Tags.')
param tags object

// Tables are called AppMetrics and AppRequests in the workspace, and otherwise in the component: so the workspace is asked.
// Each asks a quarter of an hour for rows that should not be there.
var rules = [
  {
    name: 'waiting'
    severity: 2
    description: 'Messages wait for more than ten seconds on average until they are worked on.'
    query: 'AppMetrics | where Name == "omniforge.turn.waited" | summarize waited = sum(Sum) / sum(ItemCount) | where waited > 10'
  }
  {
    name: 'first-event'
    severity: 3
    description: 'Streams show nothing for more than five seconds on average.'
    query: 'AppMetrics | where Name == "omniforge.stream.first_event" | summarize waited = sum(Sum) / sum(ItemCount) | where waited > 5'
  }
  {
    name: 'stuck'
    severity: 1
    description: 'Conversations were lost by the runtime and begun anew: python -m host.admin stuck.'
    query: 'AppMetrics | where Name == "omniforge.threads.stuck" | summarize lost = sum(Sum) | where lost > 5'
  }
  {
    name: 'retries'
    severity: 2
    description: 'Steps break off and are begun once more.'
    query: 'AppMetrics | where Name == "omniforge.steps.retried" | summarize again = sum(Sum) | where again > 20'
  }
  {
    name: 'unknown-effects'
    severity: 1
    description: 'Nobody knows whether changes were made: python -m host.admin unknown.'
    query: 'AppMetrics | where Name == "omniforge.effects.unknown" | summarize unknown = sum(Sum) | where unknown > 0'
  }
  {
    name: 'fallbacks'
    severity: 2
    description: 'The language model is stood in for: see its condition in /api/health.'
    query: 'AppMetrics | where Name == "omniforge.model.fallbacks" | summarize without = sum(Sum) | where without > 50'
  }
  {
    name: 'webhooks'
    severity: 3
    description: 'Webhooks of tasks are not reached, and not one alone, which is tried four times in that time.'
    query: 'AppMetrics | where Name == "omniforge.webhooks.failed" | summarize missed = sum(Sum) | where missed > 20'
  }
  {
    name: 'failures'
    severity: 1
    description: 'Requests end in errors of ours.'
    query: 'AppRequests | where toint(ResultCode) >= 500 | summarize failed = count() | where failed > 10'
  }
]

resource told 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(email)) {
  name: 'operators'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'operators'
    enabled: true
    emailReceivers: [
      {
        name: 'operators'
        emailAddress: email
        useCommonAlertSchema: true
      }
    ]
  }
}

resource alerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in rules: {
  name: 'omniforge-${rule.name}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    description: rule.description
    severity: rule.severity
    enabled: true
    scopes: [workspaceId]
    evaluationFrequency: 'PT15M'
    windowSize: 'PT15M'
    autoMitigate: true
    criteria: {
      allOf: [
        {
          query: rule.query
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: 0
          failingPeriods: {
            numberOfEvaluationPeriods: 1
            minFailingPeriodsToAlert: 1
          }
        }
      ]
    }
    actions: { actionGroups: empty(email) ? [] : [told.id] }
  }
}]

resource workbook 'Microsoft.Insights/workbooks@2022-04-01' = {
  name: guid(resourceGroup().id, 'promises')
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: 'OmniForge: what is promised'
    category: 'workbook'
    sourceId: workspaceId
    serializedData: loadTextContent('workbook.json')
  }
}
